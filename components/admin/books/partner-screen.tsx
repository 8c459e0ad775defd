"use client";

import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { InstantForm } from "@/components/ui/late-filters";
import { Link } from "@/components/ui/link";
import { ListState } from "@/components/ui/list-state";
import { Older } from "@/components/ui/older";
import { shorten } from "@/components/ui/shorten";
import { Time } from "@/components/ui/time";
import { capitalised, dollars } from "@/components/ui/words";
import { toApiError } from "@/lib/api/client/api-error";
import { BooksFrame } from "./books-frame";
import { type PartnerBalances, usePartnerBalances } from "./queries";

type Card = PartnerBalances["cards"][number];

const LINK = "inline-flex min-h-6 items-center text-accent underline underline-offset-4";

const COLUMNS: readonly Column<Card>[] = [
  {
    name: "Card",
    cell: ({ serviceCardId }) => <span className="font-mono">{shorten(serviceCardId)}</span>,
  },
  {
    name: "Current status",
    width: "w-36",
    isFolded: true,
    cell: ({ status }) => capitalised(status),
  },
  {
    name: "Authorized",
    width: "w-36",
    isFolded: true,
    isNumber: true,
    cell: ({ held }) => <Amount value={held} />,
  },
  {
    name: "Available",
    width: "w-36",
    isNumber: true,
    cell: ({ available }) => <Amount value={available} />,
  },
];

const SHORTFALL: Column<Card> = {
  name: "Shortfall",
  width: "w-36",
  isFolded: true,
  isNumber: true,
  cell: ({ shortfall }) => shortfall > 0 && <Amount value={-shortfall} />,
};

/** Few cards have a shortfall; without one, the column is left out. */
const columnsOf = (cards: readonly Card[]) =>
  cards.some(({ shortfall }) => shortfall > 0) ? [...COLUMNS, SHORTFALL] : COLUMNS;

const noteOf = ({ status, held, shortfall }: Card) =>
  [
    capitalised(status),
    ...(held > 0 ? [`authorized ${dollars(held)}`] : []),
    ...(shortfall > 0 ? [`shortfall ${dollars(shortfall)}`] : []),
  ].join(", ");

function Balances({ found, isStale }: { found: PartnerBalances; isStale: boolean }) {
  return (
    <>
      <p>
        <span className="block text-small text-quiet">
          Wallet, as of <Time instant={found.at} isExact />
          {!found.isFinal && ". Postings of its last five minutes may still be added."}
        </span>
        <Amount value={found.wallet} className="text-large font-semibold" />
      </p>
      {found.cards.length > 0 ? (
        <DataTable
          label="Cards"
          columns={columnsOf(found.cards)}
          rows={found.cards}
          keyOf={({ serviceCardId }) => serviceCardId}
          hrefOf={(serviceCardId) => `/admin/books/journals?account=card:${serviceCardId}`}
          note={noteOf}
          isStale={isStale}
        />
      ) : (
        <p className="text-small text-quiet">No cards at that time.</p>
      )}
      <Older next={found.pagination.nextCursor} />
    </>
  );
}

/** The page of one partner's balances, now or at any instant. */
export function PartnerScreen({ partnerId }: { partnerId: string }) {
  const { params } = useAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = usePartnerBalances(
    partnerId,
    params,
  );
  return (
    <BooksFrame>
      <header className="space-y-1">
        <h2 className="font-semibold">{data?.name ?? "Partner"}</h2>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-small">
          <Link href={`/admin/books/partners/${partnerId}/statement`} className={LINK}>
            Monthly statements
          </Link>
          <Link href={`/admin/books/journals?account=wallet:${partnerId}`} className={LINK}>
            Wallet journals
          </Link>
          <Link href={`/admin/books/journals?partnerId=${partnerId}`} className={LINK}>
            All journals
          </Link>
        </p>
      </header>
      <InstantForm />
      <ListState
        what="balances"
        isPending={isPending}
        failure={data && !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {data && !error && <Balances found={data} isStale={isPlaceholderData} />}
    </BooksFrame>
  );
}
