import { Statement } from "@/components/ui/statement";

/** Shown for an expired link. */
export function Expired({ partnerName }: { partnerName: string }) {
  return (
    <Statement state="attention" title="This link has expired">
      <p className="text-quiet">
        Verification links are valid for 7 days. Ask {partnerName} for a new one. Reopen the page or
        message you came from to get a new link.
      </p>
    </Statement>
  );
}
