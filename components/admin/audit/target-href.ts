/** Returns the administrators' page of an id; undefined where there is none. */
export function targetHref(id: string): string | undefined {
  if (id.startsWith("wd_")) return `/admin/withdrawals/${id}`;
  if (id.startsWith("dep_")) return `/admin/deposits/${id}`;
  if (id.startsWith("dsp_")) return `/admin/disputes/${id}`;
  if (id.startsWith("usr_")) return `/admin/users/${id}`;
  if (id.startsWith("ptn_")) return `/admin/partners/${id}`;
  if (id.startsWith("pst_")) return `/admin/postings/${id}`;
  return undefined;
}
