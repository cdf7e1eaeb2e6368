import {
  isAmbiguous,
  isCancelled,
  isOutage,
  isRateLimited,
  isRejected,
  isWrongAddress,
  MAX_RETRY_AFTER_MS,
  type OutreachError,
} from "../../client";
import type { Readable } from "../../objects/found";
import { nameKey } from "../../objects/text";
import type { FinalPlan, ManagedState } from "../run/object-kind";
import type { WriteContext } from "../run/operation";
import {
  findDuplicates,
  findMade,
  recordRetriedCreate,
  refuseExisting,
  takeNew,
  warnOfLaterDate,
  withLaterError,
  type Creation,
} from "./created-object";
import { forgetPlan } from "./plan";
import { knownPart, readBack } from "./read-back";
import { restrictWrite, type RestrictedChange } from "./permit";
import { updateAdopted } from "./update";
import { Done, mayRetry, unlessStopped, write, type Again } from "./write";

/** Largest number of requests for one create, if the result of each request is ambiguous. */
const MAX_CREATES = 3;

/** Creates that end within this many milliseconds can share the list that shows duplicates. */
const SHARED_MS = 1_000;

export async function createManaged<State extends ManagedState>(
  context: WriteContext<State>,
  plan: FinalPlan<State>,
): Promise<State> {
  const { kind, run, call } = context;
  forgetPlan(call);
  const begunAt = performance.now();
  const values = knownPart<State>(plan);
  const content = kind.contentOf(values, null);
  const adoptedId = values.adopted === true ? values.id : null;
  const change: RestrictedChange = { action: "create", id: adoptedId, before: null, after: plan };
  const permit = () => restrictWrite(context, change);
  if (adoptedId !== null) {
    // If the update failed, Terraform would treat a recorded object as tainted and destroy it later.
    const writing = { ...call, signal: call.signal, record: () => undefined };
    const operation = { ...context, call: writing, subject: { type: kind.type, id: adoptedId } };
    const before = await updateAdopted(operation, values, permit);
    return readBack(operation, { content, values, begunAt, before });
  }
  const create = new Create({ ...context, subject: { type: kind.type }, content }, permit);
  // Two creates run one after the other if the server may store their names as one name.
  const id = await run.inTurn(`${kind.type} ${nameKey(content.name)}`, () => create.write());
  const operation = { ...context, subject: { type: kind.type, id } };
  const refuseForeign = (found: Readable) => refuseExisting(create.creation!, found);
  return readBack(operation, { content, values, begunAt, refuseForeign });
}

type NewObject = Omit<Creation, "before" | "since" | "localSince" | "latestCreation">;

class Create {
  readonly #sent = { ambiguous: 0, refused: 0 };
  #lost: OutreachError | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  creation: Creation | undefined;

  constructor(
    readonly created: NewObject,
    readonly permit: () => void,
  ) {}

  write(): Promise<string> {
    return write<Creation, string>(this.created, {
      doing: "create",
      look: async () => (this.creation ??= await this.#begin()),
      permit: this.permit,
      send: (creation) => this.#send(creation),
      judge: (error, creation) => this.#judge(error, creation),
    });
  }

  async #begin(): Promise<Creation> {
    const { kind, run, call, content } = this.created;
    const { inventory, createdNames, lag } = run.memory(kind);
    const first = await inventory.first(call.signal);
    createdNames.add(nameKey(content.name));
    const before = [first, inventory.newest ?? first];
    const { latestCreation } = lag;
    return {
      ...this.created,
      before,
      since: run.client.serverTime(),
      localSince: Date.now(),
      latestCreation,
    };
  }

  async #send(creation: Creation): Promise<string> {
    const { kind, content, run, call } = creation;
    const { refused: attempts } = this.#sent;
    const id = await kind.create(run.client, content, { signal: call.signal, tried: { attempts } });
    const createdAt = performance.now();
    takeNew(creation, id);
    run.memory(kind).lag.recordCreated(id);
    if (this.#lost === undefined) return id;
    await findDuplicates(creation, id, Math.max(this.#lookedAt, createdAt - SHARED_MS));
    recordRetriedCreate(creation);
    return id;
  }

  async #judge(failure: OutreachError, creation: Creation): Promise<Done<string> | Again> {
    const { run, call } = creation;
    const isRefused = failure.repeatAfterMs !== undefined || isRateLimited(failure);
    this.#sent[isRefused ? "refused" : "ambiguous"] += 1;
    if (!isAmbiguous(failure) && (await mayRetry(failure, call.signal))) return { lost: this.#lost };
    const lostAt = performance.now();
    const failedAt = run.client.serverTime();
    const error = isAmbiguous(failure) ? failure : unlessStopped(failure, call.signal);
    const isRetry = this.#lost !== undefined;
    const lost = errorToReport(error, this.#lost);
    if (lost === undefined) throw error;
    this.#lost = lost;
    const giveUp = (problem: unknown): never => {
      if (isOutage(error)) run.failures.reportOutage(error);
      throw problem;
    };
    const waitMs = this.#waitAfter(error);
    const found = await findMade(creation, { error, lost, lostAt, isRefused, waitMs }).catch(giveUp);
    if (found !== undefined) {
      warnOfLaterDate(creation, found, failedAt);
      if (isRetry) recordRetriedCreate(creation);
      return new Done(found.id);
    }
    if (waitMs === undefined) return giveUp(lost);
    this.#lookedAt = performance.now();
    return { lost };
  }

  /** Milliseconds from an ambiguous create to its retry; undefined if no retry follows. */
  #waitAfter(error: OutreachError): number | undefined {
    const { repeatAfterMs, retryAfterMs = 0, status = 0 } = error;
    if (repeatAfterMs !== undefined || isRateLimited(error)) return repeatAfterMs;
    // After a 2xx response without an id, each retry could create another object.
    const isSuccess = status >= 200 && status < 300;
    const isFinal = this.#sent.ambiguous >= MAX_CREATES || wouldFailAgain(error) || isSuccess;
    return isFinal || retryAfterMs > MAX_RETRY_AFTER_MS ? undefined : retryAfterMs;
  }
}

/** Returns undefined if the create has certainly made no object. */
function errorToReport(error: OutreachError, lost: OutreachError | undefined): OutreachError | undefined {
  if (lost === undefined || !wouldFailAgain(error)) return isAmbiguous(error) ? error : undefined;
  // The server may have rejected the retry because the first attempt made the object.
  return isCancelled(error)
    ? lost
    : withLaterError(lost, "The create was retried, and the retry was rejected.", error);
}

function wouldFailAgain(error: OutreachError): boolean {
  return !isAmbiguous(error) || isRejected(error) || isWrongAddress(error);
}
