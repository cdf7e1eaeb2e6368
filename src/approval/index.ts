export { Approvals, type Phase } from "./approvals";
export {
  ACTIONS,
  APPROVED,
  contentOf,
  keepsContent,
  notKnown,
  type Action,
  type Change,
  type ApprovedContent,
  type NotKnown,
} from "./format";
export type { Refusal } from "./compare";
export type { Approval, Entry } from "./format";
export { ApprovalError, parseApproval, problemOfKey } from "./parse";
export { writeApproval, type ReviewedChange } from "./write";
