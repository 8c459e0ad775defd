"use client";

import { useAddress } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ListState } from "@/components/ui/list-state";
import { LongName } from "@/components/ui/long-name";
import { Pagination } from "@/components/ui/pagination";
import { toApiError } from "@/lib/api/client/api-error";
import type { ApiData } from "@/lib/api/client/types";
import { BooksFrame } from "./books-frame";
import { usePartners } from "./queries";

type Partner = ApiData<"listPartners">["partners"][number];

const COLUMNS: readonly Column<Partner>[] = [
  { name: "Partner", cell: ({ name }) => <LongName name={name} /> },
  {
    name: "Wallet",
    width: "w-36",
    isNumber: true,
    cell: ({ walletBalance }) => <Amount value={walletBalance} />,
  },
];

/** The list of partners, to choose balances or statements. */
export function PartnersScreen() {
  const { params } = useAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = usePartners(params);
  return (
    <BooksFrame>
      <ListState
        what="partners"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {data?.pagination.total === 0 && (
        <EmptyState title="No partners yet">
          Each partner has a wallet as soon as it is created.
        </EmptyState>
      )}
      {data && data.pagination.total > 0 && (
        <>
          <DataTable
            label="Partner wallets"
            columns={COLUMNS}
            rows={data.partners}
            keyOf={({ partnerId }) => partnerId}
            hrefOf={(partnerId) => `/admin/books/partners/${partnerId}`}
            isStale={isPlaceholderData}
          />
          <Pagination {...data.pagination} />
        </>
      )}
    </BooksFrame>
  );
}
