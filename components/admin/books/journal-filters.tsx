import { FilterForm } from "@/components/ui/filter-form";
import { TYPES } from "./names";

const TEXTS = [
  { name: "partnerId", label: "Partner", hint: "Its id" },
  { name: "account", label: "Account", hint: "wallet:…, card:…, fees" },
  { name: "sourceId", label: "Posted for", hint: "A transaction, withdrawal or deposit" },
];
const TYPE = {
  name: "type",
  label: "Type",
  all: "All types",
  options: Object.entries(TYPES).map(([value, word]) => ({ value, word })),
};

/** What journals are looked for. */
export function JournalFilters() {
  return <FilterForm path="/admin/books/journals" choice={TYPE} texts={TEXTS} />;
}
