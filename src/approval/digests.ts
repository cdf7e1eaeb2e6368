import { createHmac, timingSafeEqual } from "node:crypto";
import { type Kind, workspaceDigest, type WorkspaceIdentity } from "../objects/kinds";
import { canonicalText } from "../objects/text";
import { canonical, type JsonValue } from "../util/json";
import {
  type Approval,
  type ApprovedContent,
  type Digest,
  type Digests,
  FORMAT,
  notKnown,
  type NotKnown,
  UNKNOWN,
} from "./format";

/** The salt makes the digests of one approval file differ from those of other files. */
export class Digester {
  readonly #workspaces = new Map<string, Digest>();

  constructor(readonly salt: string) {}

  /** The first digest of a workspace takes 20 ms: see `workspaceDigest`. */
  workspace(identity: WorkspaceIdentity): Digest {
    const key = JSON.stringify([identity.address, identity.workspaceId]);
    const digest = this.#workspaces.get(key) ?? workspaceDigest(identity, this.salt).toString("base64url");
    this.#workspaces.set(key, digest);
    return digest;
  }

  object(kind: Kind, id: string | null | NotKnown): Digest | null {
    if (id === null) return null;
    return id === notKnown ? UNKNOWN : this.#digest([kind, "id", id]);
  }

  /** Texts that count as equal (`sameText`) have the same digest. */
  text(kind: Kind, attribute: string, text: string | NotKnown): Digest {
    return text === notKnown ? UNKNOWN : this.#digest([kind, "text", attribute, canonicalText(text)]);
  }

  content(kind: Kind, content: ApprovedContent | null): Digests | null {
    if (content === null) return null;
    const attributes = Object.entries(content);
    return Object.fromEntries(attributes.map(([name, text]) => [name, this.text(kind, name, text)]));
  }

  #digest(parts: readonly string[]): Digest {
    return createHmac("sha256", this.salt).update(JSON.stringify(parts)).digest("base64url");
  }
}

const ALGORITHM = "hmac-sha256";

/** Minimum in characters. Anyone can check guesses of a short key against the signature. */
export const MIN_KEY_LENGTH = 16;

/** The signature covers everything in the approval except itself. */
export function signatureOf(approval: Approval, key: string): string {
  const mac = createHmac("sha256", key).update(`${FORMAT}\n${signedText(approval)}`);
  return `${ALGORITHM}:${mac.digest("base64url")}`;
}

export function signedText(approval: Approval): string {
  return canonical({ ...approval, signature: undefined } as unknown as JsonValue);
}

export function isSigned(approval: Approval, key: string): boolean {
  const [given, right] = [approval.signature ?? "", signatureOf(approval, key)].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer];
  return given.length === right.length && timingSafeEqual(given, right);
}
