import type { Diagnostic } from "../framework";
import type { PathStep } from "../values";
import {
  DiagnosticSeverity,
  type AttributePath,
  type Diagnostic as WireDiagnostic,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";

/** Encodes diagnostics for a response. */
export function diagnosticsToWire(diagnostics: readonly Diagnostic[]): Outgoing<WireDiagnostic>[] {
  return diagnostics.map(({ severity, summary, detail, path }) => ({
    severity: severity === "error" ? DiagnosticSeverity.ERROR : DiagnosticSeverity.WARNING,
    summary,
    detail,
    attribute: path === undefined ? undefined : pathToWire(path),
  }));
}

/** Encodes an attribute path for a response. */
export function pathToWire(path: readonly PathStep[]): Outgoing<AttributePath> {
  return {
    steps: path.map((step) => {
      switch (step.kind) {
        case "attribute":
          return { attributeName: step.name };
        case "key":
          return { elementKeyString: step.key };
        case "index":
          return { elementKeyInt: step.index };
      }
    }),
  };
}
