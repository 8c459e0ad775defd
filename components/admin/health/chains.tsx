import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Skeleton } from "@/components/ui/skeleton";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { type ServiceHealth, type Treasury, useTreasury } from "./queries";

type Chain = ServiceHealth["chains"][number] & {
  held: Treasury["chains"][number] | undefined;
};

const BLOCK = new Intl.NumberFormat("en-US");
const blocks = (number: number | null) => (number === null ? "–" : BLOCK.format(number));
/** Six decimals of a coin show less than the cost of a payout. */
const COINS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

/** Shown until the chains have responded. */
const Asking = () => <Skeleton className="ml-auto h-3 w-16" />;

function Standing({ fault, held }: Chain) {
  if (fault !== null) return <StateWord state="failed" word="Stopped" />;
  if (held?.state === "unequal") return <StateWord state="failed" word="Ledger differs" />;
  return <StateWord state="settled" word="Synced" />;
}

const treasuryOf = ({ held }: Chain) => {
  if (!held) return <Asking />;
  if (held.tokens.length === 0) return "–";
  return held.tokens.map(({ token, treasury }) => (
    <span key={token} className="block">
      <Amount value={treasury} currency={token.toUpperCase()} />
    </span>
  ));
};

const gasOf = ({ held }: Chain) => {
  if (!held) return <Asking />;
  if (!held.relayer) return "–";
  const { balance, coin } = held.relayer;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {COINS.format(Number(balance))} <span className="text-small text-quiet">{coin}</span>
    </span>
  );
};

const COLUMNS: readonly Column<Chain>[] = [
  { name: "Chain", cell: ({ chain }) => <span className="font-mono">{chain}</span> },
  { name: "Status", cell: (row) => <Standing {...row} /> },
  {
    name: "Head",
    isNumber: true,
    isFolded: true,
    isSpare: true,
    cell: (row) => blocks(row.headNumber),
  },
  {
    name: "Credited up to",
    isNumber: true,
    isFolded: true,
    isSpare: true,
    cell: (row) => blocks(row.cursorNumber),
  },
  { name: "Lag, blocks", isNumber: true, cell: (row) => blocks(row.lagBlocks) },
  {
    name: "Last checked",
    isNumber: true,
    isFolded: true,
    cell: ({ seenAt }) => <Time instant={seenAt} />,
  },
  {
    name: "In progress",
    isNumber: true,
    isFolded: true,
    cell: (row) => `${row.confirmingDeposits} in, ${row.openTransactions} out`,
  },
  { name: "Treasury", isNumber: true, isFolded: true, cell: treasuryOf },
  { name: "Gas balance", isNumber: true, isFolded: true, cell: gasOf },
];

const note = (row: Chain) => (
  <>
    {row.fault ?? `${blocks(row.headNumber)} seen`}
    {row.held && row.held.tokens.length > 0 && (
      <span className="block">
        {treasuryOf(row)} gas {gasOf(row)}
      </span>
    )}
  </>
);

/** The state of each chain and the service's balances on it. */
export function Chains({ chains }: Pick<ServiceHealth, "chains">) {
  const { data, error, refetch } = useTreasury();
  const rows = chains.map((chain) => ({
    ...chain,
    held: data?.chains.find((each) => each.chain === chain.chain),
  }));
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Chains</h2>
      {rows.length === 0 ? (
        <p className="text-small text-quiet">
          No chain has been read yet. Configure the node of each chain (RPC_URL_…) and run the
          background work.
        </p>
      ) : (
        <DataTable
          label="Chains"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ chain }) => chain}
          hrefOf={() => undefined}
          note={note}
        />
      )}
      {error && !data && (
        <ErrorPanel
          title="On-chain balances could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
    </section>
  );
}
