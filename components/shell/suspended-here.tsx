import { ButtonLink } from "@/components/ui/button-link";
import { PublicPage } from "@/components/ui/public-page";
import { Statement } from "@/components/ui/statement";
import { Time } from "@/components/ui/time";
import { SignOut } from "./sign-out";

interface SuspendedHereProps {
  partnerName: string;
  /** ISO 8601 */
  suspendedAt: string;
  /** The support address, where the operator has set one. */
  supportEmail: string | undefined;
}

/** Shown to the people of a suspended partner instead of every page. */
export function SuspendedHere({ partnerName, suspendedAt, supportEmail }: SuspendedHereProps) {
  return (
    <PublicPage>
      <Statement
        state="failed"
        title={`The account of ${partnerName} is suspended`}
        actions={
          <div className="flex flex-wrap gap-3">
            {supportEmail !== undefined && (
              <ButtonLink href={`mailto:${supportEmail}`}>Email {supportEmail}</ButtonLink>
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
        <h2 className="font-semibold">Still available</h2>
        <ul className="list-disc space-y-1 pl-5 text-quiet">
          <li>Cards keep working. Purchases are authorized, settled, reversed and refunded.</li>
          <li>Deposits are credited to your wallet and your cards.</li>
          <li>Webhook events are delivered.</li>
        </ul>
        <h2 className="font-semibold">Not available</h2>
        <ul className="list-disc space-y-1 pl-5 text-quiet">
          <li>API requests fail with the error PARTNER_SUSPENDED.</li>
          <li>The dashboard is locked.</li>
          <li>Withdrawals that have not been sent are on hold. Their funds stay reserved.</li>
        </ul>
        <p className="text-quiet">
          {supportEmail === undefined
            ? "Contact support to learn why and to reactivate the account. "
            : "Email us to learn why and to reactivate the account. "}
          Your data and balances are safe.
        </p>
      </Statement>
    </PublicPage>
  );
}
