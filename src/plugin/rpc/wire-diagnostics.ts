import type { Diagnostic } from "../framework";
import { DiagnosticSeverity, type Diagnostic as WireDiagnostic } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";

/** Encodes diagnostics for a response. */
export function diagnosticsToWire(diagnostics: readonly Diagnostic[]): Outgoing<WireDiagnostic>[] {
  return diagnostics.map(({ severity, summary, detail, path }) => ({
    severity: severity === "error" ? DiagnosticSeverity.ERROR : DiagnosticSeverity.WARNING,
    summary,
    detail,
    attribute: path && { steps: path.map(({ name }) => ({ attributeName: name })) },
  }));
}
