import { FilterForm } from "@/components/ui/filter-form";
import { actionWords } from "./action-words";

const TEXTS = [
  { name: "person", label: "Actor", hint: "Email or person ID" },
  { name: "target", label: "Target", hint: "ID of the changed object" },
  { name: "partner", label: "Organization", hint: "Partner ID, or operator" },
];

/** The filters of the audit log. */
export function AuditFilters({ actions }: { actions: readonly string[] }) {
  const options = actions.map((action) => ({ value: action, word: actionWords(action) }));
  const choice = { name: "action", label: "Action", all: "All actions", options };
  return <FilterForm path="/admin/audit" choice={choice} texts={TEXTS} />;
}
