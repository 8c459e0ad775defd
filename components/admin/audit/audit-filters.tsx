import { FilterForm } from "@/components/ui/filter-form";
import { actionWords } from "./action-words";

const TEXTS = [
  { name: "person", label: "Who", hint: "An e-mail, or a person's id" },
  { name: "target", label: "What", hint: "The id of what was changed" },
  { name: "partner", label: "Of which partner", hint: "Its id, or operator" },
];

/** What is looked for in the log. */
export function AuditFilters({ actions }: { actions: readonly string[] }) {
  const options = actions.map((action) => ({ value: action, word: actionWords(action) }));
  const choice = { name: "action", label: "Deed", all: "All deeds", options };
  return <FilterForm path="/admin/audit" choice={choice} texts={TEXTS} />;
}
