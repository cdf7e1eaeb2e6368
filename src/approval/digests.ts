import { createHmac } from "node:crypto";
import type { Kind } from "../objects/kinds";
import { canonicalText } from "../objects/text";
import { workspaceDigest, type WorkspaceIdentity } from "../objects/workspace";
import { notKnown, type ApprovedContent, type NotKnown } from "./change";
import { UNKNOWN, type Digest, type Digests } from "./format";

/** Calculates the digests of one file. Two files have different digests of the same text. */
export class Digester {
  readonly #salt: string;
  readonly #workspaces = new Map<string, Digest>();

  constructor(salt: string) {
    this.#salt = salt;
  }

  /** Takes 20 ms for the first use of a workspace: see `workspaceDigest`. */
  workspace(identity: WorkspaceIdentity): Digest {
    const key = JSON.stringify([identity.address, identity.workspaceId]);
    const known = this.#workspaces.get(key);
    if (known !== undefined) return known;
    const digest = workspaceDigest(identity, this.#salt).toString("base64url");
    this.#workspaces.set(key, digest);
    return digest;
  }

  /** Of an id; null for no object. */
  object(kind: Kind, id: string | null | NotKnown): Digest | null {
    if (id === null) return null;
    return id === notKnown ? UNKNOWN : this.#digest([kind, "id", id]);
  }

  /** Of the text of an attribute. Texts that count as equal (`sameText`) have the same digest. */
  text(kind: Kind, attribute: string, text: string | NotKnown): Digest {
    return text === notKnown ? UNKNOWN : this.#digest([kind, "text", attribute, canonicalText(text)]);
  }

  /** Of each attribute on one side of a change; null for no object. */
  content(kind: Kind, content: ApprovedContent | null): Digests | null {
    if (content === null) return null;
    const attributes = Object.entries(content);
    return Object.fromEntries(attributes.map(([name, text]) => [name, this.text(kind, name, text)]));
  }

  #digest(parts: readonly string[]): Digest {
    return createHmac("sha256", this.#salt).update(JSON.stringify(parts)).digest("base64url");
  }
}
