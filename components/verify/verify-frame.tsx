import type { ReactNode } from "react";
import { CompanyMark } from "@/components/ui/company-mark";
import { PRODUCT_NAME, ProductMark } from "@/components/ui/product";

interface VerifyFrameProps {
  isSandbox?: boolean;
  /** The partner that asks for the check; absent where the link is unknown. */
  partner?: { name: string; logoUrl: string | null };
  children: ReactNode;
}

/** The page around each view of the check: one column, made for a phone. */
export function VerifyFrame({ isSandbox = false, partner, children }: VerifyFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      {isSandbox && (
        <aside
          aria-label="Sandbox"
          className="border-b border-line bg-waiting-faint px-4 py-2 text-center text-small text-waiting"
        >
          <p>
            <strong className="font-semibold">Sandbox.</strong> No real documents, no camera.
          </p>
        </aside>
      )}
      <main className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4 pb-6 sm:pb-12">
        {partner && (
          <header className="flex items-center gap-3 pt-6 font-medium">
            {partner.logoUrl && <CompanyMark {...partner} size="large" />}
            <p className="min-w-0 wrap-anywhere">{partner.name}</p>
          </header>
        )}
        {children}
      </main>
      <footer className="flex items-center justify-center gap-2 px-4 py-4 text-small text-quiet">
        <ProductMark size={16} />
        {PRODUCT_NAME}
      </footer>
    </div>
  );
}
