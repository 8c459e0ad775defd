import { Statement } from "@/components/ui/statement";

/** A link that was used too late. */
export function Expired({ partnerName }: { partnerName: string }) {
  return (
    <Statement state="attention" title="This link has expired">
      <p className="text-quiet">
        A verification link works for 7 days. Ask {partnerName} for a new one: open the page or the
        message again from where you came, and you get a fresh link.
      </p>
    </Statement>
  );
}
