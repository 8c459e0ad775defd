import { CodeLine } from "@/components/ui/code-line";
import { Notice } from "@/components/ui/notice";
import type { State } from "@/components/ui/state-mark";
import type { ApiData } from "@/lib/api/client/types";
import type { UserStatus } from "@/lib/users/states";
import { VerificationHistory } from "./verification-history";

const TEXTS: Record<UserStatus, { state: State; title: string; text: string }> = {
  pending: {
    state: "waiting",
    title: "Waiting for this person to verify",
    text: "Send them the link below. You hear of the outcome by webhook, and see it here.",
  },
  pending_kyc: {
    state: "waiting",
    title: "Verification is under way",
    text: "They opened the link and have not finished, or more was asked for. The link below is the one to send.",
  },
  approved: {
    state: "settled",
    title: "Verified",
    text: "This person can be given cards.",
  },
  denied: {
    state: "failed",
    title: "Verification was denied",
    text: "This person cannot be given cards. If it was a mistake, delete the user and create them again: no KYC fee is charged a second time.",
  },
};

/** Where the user is in verification, and what to send them. */
export function Verification({ user }: { user: ApiData<"getUser"> }) {
  const { state, title, text } = TEXTS[user.status];
  return (
    <div className="space-y-3">
      <Notice state={state} title={title}>
        <p className="text-small">{text}</p>
      </Notice>
      {user.verificationUrl && <CodeLine text={user.verificationUrl} label="the link" />}
      <VerificationHistory serviceId={user.serviceId} />
    </div>
  );
}
