import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";

/** Shown to a partner whose cards have no transactions. */
export function NoneYet() {
  return (
    <EmptyState title="No transactions yet">
      <p>
        Purchases appear here when they are authorized, settled, reversed or declined.{" "}
        <Link href="/cards" className="whitespace-nowrap text-accent underline underline-offset-4">
          View cards
        </Link>
      </p>
    </EmptyState>
  );
}
