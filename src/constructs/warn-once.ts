import { AnnotationMetadataEntryType, Annotations } from "cdktf";
import type { IConstruct } from "constructs";

/** Checks run at every synth; one warning is enough. */
export function warnOnce(construct: IConstruct, warning: string): void {
  const isThere = construct.node.metadata.some(
    ({ type, data }) => type === AnnotationMetadataEntryType.WARN && data === warning,
  );
  if (!isThere) Annotations.of(construct).addWarning(warning);
}
