"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Link } from "@/components/ui/link";
import { Pagination } from "@/components/ui/pagination";
import { useReader } from "@/components/ui/reader";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { CARD_STATUS_WORDS } from "@/lib/cards/status-words";
import { type User, useUserCards } from "./queries";

/** The cards of one user. */
export function UserCards({ user }: { user: User }) {
  const [skip, setSkip] = useState(0);
  const { data, error, refetch } = useUserCards(user.serviceId, skip);
  const { role } = useReader();
  const mayCreate = role !== "viewer" && user.status === "approved";
  return (
    <section className="space-y-2">
      <div className="flex min-h-9 items-center justify-between gap-2">
        <h3 className="font-semibold">Cards</h3>
        {mayCreate && (
          <Link
            href={`/cards?do=create&user=${user.serviceId}`}
            className="text-small text-accent underline underline-offset-4"
          >
            Create card
          </Link>
        )}
      </div>
      {error && !data && (
        <ErrorPanel
          title="Cards could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-10" />}
      {data?.cards.length === 0 && (
        <p className="text-small text-quiet">
          {user.status === "approved"
            ? "No cards yet."
            : "No cards. Cards can be created after approval."}
        </p>
      )}
      {data && data.cards.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-small">
          {data.cards.map((card) => (
            <li key={card.serviceCardId}>
              <Link
                href={`/cards/${card.serviceCardId}`}
                className="flex min-h-10 items-center justify-between gap-3 hover:bg-sunken"
              >
                <span className="font-medium text-accent underline underline-offset-4">
                  Card ending {card.last4}
                </span>
                <span className="text-quiet">{CARD_STATUS_WORDS[card.status].word}</span>
                <Amount value={card.availableBalance} className="ml-auto" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && <Pagination {...data.pagination} onGo={setSkip} />}
    </section>
  );
}
