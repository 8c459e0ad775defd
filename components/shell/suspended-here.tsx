import { ButtonLink } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";
import { Time } from "@/components/ui/time";
import { SignOut } from "./sign-out";

interface SuspendedHereProps {
  partnerName: string;
  /** ISO 8601 */
  suspendedAt: string;
  /** Whom to write to, where the operator has set it. */
  supportEmail: string | undefined;
}

/** For the people of a suspended partner, in place of every page. */
export function SuspendedHere({ partnerName, suspendedAt, supportEmail }: SuspendedHereProps) {
  return (
    <main className="mx-auto max-w-lg px-4 pb-12">
      <Statement
        state="failed"
        title={`The account of ${partnerName} is suspended`}
        actions={
          <div className="flex flex-wrap gap-3">
            {supportEmail !== undefined && (
              <ButtonLink href={`mailto:${supportEmail}`}>Write to {supportEmail}</ButtonLink>
            )}
            <ButtonLink href="/" look="plain">
              Check again
            </ButtonLink>
            <SignOut />
          </div>
        }
      >
        <p>
          Suspended since <Time instant={suspendedAt} isExact />.
        </p>
        <h2 className="font-semibold">What still works</h2>
        <ul className="list-disc space-y-1 pl-5 text-quiet">
          <li>Cards can be used, and purchases are settled, reversed and refunded.</li>
          <li>Deposits are credited to your wallet and your cards.</li>
          <li>Webhooks are delivered.</li>
        </ul>
        <h2 className="font-semibold">What is stopped</h2>
        <ul className="list-disc space-y-1 pl-5 text-quiet">
          <li>The API refuses your keys with the error PARTNER_SUSPENDED.</li>
          <li>This dashboard shows no data and takes no changes.</li>
          <li>Withdrawals that are not sent yet are held. Their money stays reserved.</li>
        </ul>
        <p className="text-quiet">
          {supportEmail === undefined
            ? "Contact your operator to learn the reason and to be reactivated. "
            : "Write to us to learn the reason and to be reactivated. "}
          Nothing is lost meanwhile.
        </p>
      </Statement>
    </main>
  );
}
