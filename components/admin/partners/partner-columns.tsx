import { Amount } from "@/components/ui/amount";
import type { Column } from "@/components/ui/data-table";
import { LongName } from "@/components/ui/long-name";
import { Time } from "@/components/ui/time";
import { count, LastActive, Pending, Webhooks } from "./activity-cells";
import { PartnerStanding } from "./partner-standing";
import type { ListedPartner } from "./queries";

/** What a phone shows under the name. */
export const PartnerNote = (partner: ListedPartner) => {
  const { activity, suspendedAt } = partner;
  return (
    <>
      {suspendedAt !== undefined && (
        <span className="block">
          <PartnerStanding partner={partner} />
        </span>
      )}
      {activity && (
        <span className="block">
          <Amount value={activity.cardVolume30Days} /> in 30 days
        </span>
      )}
      {activity?.webhooks === "failing" && <span className="block">Webhooks failing</span>}
    </>
  );
};

export const PARTNER_COLUMNS: readonly Column<ListedPartner>[] = [
  { name: "Partner", sorts: ["name"], cell: ({ name }) => <LongName name={name} /> },
  {
    name: "Status",
    width: "w-28",
    isFolded: true,
    cell: (partner) => <PartnerStanding partner={partner} />,
  },
  {
    name: "Users",
    width: "w-16",
    isNumber: true,
    isFolded: true,
    isSpare: true,
    cell: ({ activity }) => count(activity?.users),
  },
  {
    name: "Cards",
    width: "w-16",
    isNumber: true,
    isFolded: true,
    isSpare: true,
    cell: ({ activity }) => count(activity?.cards),
  },
  {
    name: "Volume, 30 days",
    width: "w-36",
    sorts: ["highest_volume", "lowest_volume"],
    isNumber: true,
    isFolded: true,
    cell: ({ activity }) => activity && <Amount value={activity.cardVolume30Days} />,
  },
  {
    name: "Wallet",
    width: "w-36",
    sorts: ["largest", "smallest"],
    isNumber: true,
    cell: ({ walletBalance }) => <Amount value={walletBalance} />,
  },
  {
    name: "Pending withdrawals",
    width: "w-44",
    isNumber: true,
    isFolded: true,
    isSpare: true,
    cell: Pending,
  },
  { name: "Webhooks", width: "w-28", isFolded: true, isSpare: true, cell: Webhooks },
  // The names need the width on a laptop; the sheet shows it too.
  {
    name: "Last active",
    width: "w-28",
    sorts: ["last_active", "longest_idle"],
    isFolded: true,
    isSpare: true,
    isHidden: true,
    cell: LastActive,
  },
  {
    name: "Created",
    width: "w-28",
    sorts: ["newest", "oldest"],
    isFolded: true,
    isHidden: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
];
