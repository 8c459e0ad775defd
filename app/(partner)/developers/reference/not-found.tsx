export const metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <div role="status" className="space-y-2">
      <h2 className="font-semibold">There is no such operation</h2>
      <p className="text-quiet">
        It may have another name, or not be served in this environment. Look for it in the list.
      </p>
    </div>
  );
}
