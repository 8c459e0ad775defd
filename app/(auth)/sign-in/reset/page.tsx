import type { Metadata } from "next";
import { Public } from "@/app/_server/public";
import { RequestReset } from "@/components/sign-in/request-reset";
import { ButtonLink } from "@/components/ui/button-link";
import { Statement } from "@/components/ui/statement";
import { mailTransport } from "@/lib/mail/mail-transport";

export const metadata: Metadata = { title: "Reset password" };
// The settings decide, which the build does not have.
export const dynamic = "force-dynamic";

export default function ResetPage() {
  return (
    <Public width="narrow">
      {mailTransport() === undefined ? (
        <Statement
          state="attention"
          title="Passwords cannot be reset by email"
          actions={<ButtonLink href="/sign-in">Back to sign-in</ButtonLink>}
        >
          <p className="text-quiet">
            This service sends no email. Ask an owner of your company’s account for a new
            invitation. Operators ask another administrator.
          </p>
        </Statement>
      ) : (
        <RequestReset />
      )}
    </Public>
  );
}
