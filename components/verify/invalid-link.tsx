import { Statement } from "@/components/ui/statement";
import { VerifyFrame } from "./verify-frame";

/** A link that is none of ours, or whose person was removed. */
export function InvalidLink() {
  return (
    <VerifyFrame>
      <Statement state="failed" title="This link does not work">
        <p className="text-quiet">
          It may be incomplete, or no longer in use. Open the whole link from the message that you
          received, or ask the company that sent it for a new one.
        </p>
      </Statement>
    </VerifyFrame>
  );
}
