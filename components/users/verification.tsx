import { CodeLine } from "@/components/ui/code-line";
import { Notice } from "@/components/ui/notice";
import type { State } from "@/components/ui/state-mark";
import type { ApiData } from "@/lib/api/client/types";
import type { UserStatus } from "@/lib/users/states";
import { VerificationHistory } from "./verification-history";

const TEXTS: Record<UserStatus, { state: State; title: string; text: string }> = {
  pending: {
    state: "waiting",
    title: "Verification not started",
    text: "Send the user the link below. The result appears here and is sent by webhook.",
  },
  pending_kyc: {
    state: "waiting",
    title: "Verification in progress",
    text: "The user has opened the link. The check is not finished, is being reviewed, or needs more information. Send the link below.",
  },
  approved: {
    state: "settled",
    title: "Approved",
    text: "You can create cards for this user.",
  },
  denied: {
    state: "failed",
    title: "Verification denied",
    text: "You cannot create cards for this user. To retry, delete the user and create them again. No second KYC fee is charged.",
  },
};

/** The user's verification status, and the link to send. */
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
