export const metadata = { title: "Operation not found" };

export default function NotFound() {
  return (
    <div role="status" className="space-y-2">
      <h2 className="font-semibold">Operation not found</h2>
      <p className="text-quiet">
        It may have another name or not be available in this environment. Search the list.
      </p>
    </div>
  );
}
