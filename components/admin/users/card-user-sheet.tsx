"use client";

import { Amount } from "@/components/ui/amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { CARD_STATUS_WORDS } from "@/lib/cards/status-words";
import { USER_STATUS_WORDS } from "@/lib/users/status-words";
import { OpenDashboard } from "./open-dashboard";
import { type CardUserDetail, useCardUser } from "./queries";

interface CardUserSheetProps {
  userId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

const LINK = "text-accent underline underline-offset-4";

function Cards({ user: { cards, cardCount } }: { user: CardUserDetail }) {
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Cards</h3>
      {cards.length === 0 && <p className="text-small text-quiet">No cards.</p>}
      {cards.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-small">
          {cards.map(({ serviceCardId, last4, status, fundingType, availableBalance }) => (
            <li key={serviceCardId} className="space-y-1 py-2">
              <div className="flex items-center gap-3">
                <span className="font-medium">Card ending {last4}</span>
                <StateWord {...CARD_STATUS_WORDS[status]} />
                <Amount value={availableBalance} className="ml-auto" />
              </div>
              <div className="flex items-center gap-3 text-quiet">
                <IdChip value={serviceCardId} label="the card ID" />
                <span className="ml-auto">{fundingType === "float" ? "Float" : "Crypto"}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {cardCount > cards.length && (
        <p className="text-small text-quiet">
          The newest {cards.length} of {cardCount} cards.
        </p>
      )}
    </section>
  );
}

function Details({ user }: { user: CardUserDetail }) {
  return (
    <Facts
      facts={[
        ["Verification", <StateWord key="status" {...USER_STATUS_WORDS[user.status]} />],
        ["Email", user.email],
        [
          "Partner",
          <Link key="partner" href={`/admin/partners/${user.partnerId}`} className={LINK}>
            {user.partnerName}
          </Link>,
        ],
        ["Program", user.program === "custodial" ? "Custodial" : "Non-custodial"],
        ["Created", <Time key="time" instant={user.createdAt} isExact />],
        ["ID", <IdChip key="id" value={user.serviceId} label="the user ID" />],
        [
          "Journals",
          <Link
            key="journals"
            href={`/admin/books/journals?sourceId=${user.serviceId}`}
            className={LINK}
          >
            Show
          </Link>,
        ],
        [
          "Audit log",
          <Link key="audit" href={`/admin/audit?target=${user.serviceId}`} className={LINK}>
            Show
          </Link>,
        ],
      ]}
    />
  );
}

/** The details of one card user with the cards. Everything else is in the partner's dashboard. */
export function CardUserSheet({ userId, ...sheet }: CardUserSheetProps) {
  const { data: user, error, refetch } = useCardUser(userId);
  return (
    <Sheet
      title={user ? `${user.firstName} ${user.lastName}` : "Card user"}
      subject={userId}
      {...sheet}
    >
      {error && !user && (
        <SheetFailure
          what="User"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {!user && !error && <SkeletonSheet label="Loading user" />}
      {user && (
        <>
          <OpenDashboard user={user} />
          <Details user={user} />
          <Cards user={user} />
        </>
      )}
    </Sheet>
  );
}
