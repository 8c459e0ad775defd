import { Statement } from "@/components/ui/statement";
import { VerifyFrame } from "./verify-frame";

/** Shown for an unknown link, or one whose user was deleted. */
export function InvalidLink() {
  return (
    <VerifyFrame>
      <Statement state="failed" title="This link is not valid">
        <p className="text-quiet">
          It may be incomplete or no longer in use. Open the full link from your message, or ask the
          company that sent it for a new one.
        </p>
      </Statement>
    </VerifyFrame>
  );
}
