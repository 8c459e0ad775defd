/** A name on one line of a list, truncated where it is too long; whole on hover. */
export function LongName({ name }: { name: string }) {
  return (
    <span className="line-clamp-1 break-all" title={name}>
      {name}
    </span>
  );
}
