import type { Call, ResourceCall, WriteCall } from "../../plugin/framework";
import type { StoredSubject, Subject } from "../wording/subject";
import type { ManagedState, ObjectKind, Partly } from "./object-kind";
import type { Run } from "./run";

/** What Terraform's call of a hook is about: a kind of object, the run, and the context of the call. */
export interface HookContext<C extends Call = ResourceCall, State extends ManagedState = ManagedState> {
  readonly kind: ObjectKind<State>;
  readonly run: Run;
  readonly call: C;
}

/** The context of a hook that creates or updates an object. */
export type WriteContext<State extends ManagedState> = HookContext<WriteCall<Partly<State>>, State>;

/**
 * A hook's work on one object. Each function of the lifecycle that a hook calls makes one and hands it on.
 */
export interface Operation<
  C extends Call = Call,
  State extends ManagedState = ManagedState,
> extends HookContext<C, State> {
  readonly subject: StoredSubject;
}

/** The object and the run that a failure concerns. */
export interface Concerned {
  readonly subject: Subject;
  readonly run: Run;
}
