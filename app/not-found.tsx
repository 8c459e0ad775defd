import { ButtonLink } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";

export const metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <main className="mx-auto max-w-lg px-4 pb-12">
      <Statement
        state="attention"
        title="Page not found"
        actions={
          <ButtonLink href="/" className="self-start">
            Go to the overview
          </ButtonLink>
        }
      >
        <p className="text-quiet">
          The address may be mistyped, or the page may have moved. Check the address, or go back to
          the page that you came from.
        </p>
      </Statement>
    </main>
  );
}
