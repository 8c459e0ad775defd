import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { OperationView } from "@/components/reference/operation-view";
import { Link } from "@/components/ui/link";
import { currentReference, findOperation } from "@/lib/api/reference/current-reference";
import { VERIFICATION_CODE } from "@/lib/webhooks/verification-code";

interface OperationPageProps {
  params: Promise<{ operationId: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: OperationPageProps): Promise<Metadata> {
  const { operationId } = await params;
  return { title: findOperation(operationId)?.summary ?? "API reference" };
}

export default async function OperationPage({ params, searchParams }: OperationPageProps) {
  const { operationId } = await params;
  await requireSignedIn(`/developers/reference/${operationId}`, await searchOf(searchParams));
  const operation = findOperation(operationId);
  if (!operation) notFound();
  return (
    <>
      <Link
        href="/developers/reference"
        className="mb-4 inline-flex min-h-9 items-center text-small text-accent underline underline-offset-4 lg:hidden"
      >
        All operations
      </Link>
      <OperationView
        key={operationId}
        operation={operation}
        baseUrl={currentReference().baseUrl}
        verificationCode={VERIFICATION_CODE}
      />
    </>
  );
}
