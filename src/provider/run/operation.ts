import type { HookCall, ResourceCall, WriteCall } from "../../sdk/framework";
import type { StoredSubject, Subject } from "../wording/subject";
import type { ManagedState, ObjectKind, Partly } from "./object-kind";
import type { Run } from "./run";

export interface HookContext<C extends HookCall = ResourceCall, State extends ManagedState = ManagedState> {
  readonly kind: ObjectKind<State>;
  readonly run: Run;
  readonly call: C;
}

export type WriteContext<State extends ManagedState> = HookContext<WriteCall<Partly<State>>, State>;

export interface Operation<
  C extends HookCall = HookCall,
  State extends ManagedState = ManagedState,
> extends HookContext<C, State> {
  readonly subject: StoredSubject;
}

export interface Concerned {
  readonly subject: Subject;
  readonly run: Run;
}
