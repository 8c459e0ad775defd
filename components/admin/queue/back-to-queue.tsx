import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** The way from a withdrawal back to the queue. */
export function BackToQueue() {
  return (
    <Link
      href="/admin"
      className="-ml-1 inline-flex min-h-9 items-center gap-1 text-small text-accent"
    >
      <Icon name="back" size={16} />
      Queue
    </Link>
  );
}
