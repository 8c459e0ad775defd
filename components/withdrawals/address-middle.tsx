const ENDS = /^(.{6})(.*)(.{4})$/;

/** An address in full with what lies between its ends made plain, where look-alikes differ. */
export function AddressMiddle({ address }: { address: string }) {
  const [, start = "", middle = "", end = ""] = ENDS.exec(address) ?? [];
  return (
    <span className="font-mono break-all">
      {start}
      <strong className="font-semibold underline underline-offset-4">{middle}</strong>
      {end}
    </span>
  );
}
