import { FilterForm } from "@/components/ui/filter-form";
import { JOURNAL_NAMES } from "@/lib/accounting/statement/journal-names";

const TEXTS = [
  { name: "partnerId", label: "Partner", hint: "Partner ID" },
  { name: "account", label: "Account", hint: "wallet:…, card:…, fees" },
  { name: "sourceId", label: "Source", hint: "Transaction, withdrawal or deposit ID" },
];
const TYPE = {
  name: "type",
  label: "Type",
  all: "All types",
  options: Object.entries(JOURNAL_NAMES).map(([value, word]) => ({ value, word })),
};

/** The filters of the list of journals. */
export function JournalFilters() {
  return <FilterForm path="/admin/books/journals" choice={TYPE} texts={TEXTS} />;
}
