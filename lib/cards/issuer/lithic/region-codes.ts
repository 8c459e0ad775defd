/** The codes of states, districts and provinces (ISO 3166-2 without the country), by country. */
const REGIONS: Record<string, string> = {
  US: `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
    DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,
    KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,
    MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,
    NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,
    SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,
    WV West Virginia,WI Wisconsin,WY Wyoming,AS American Samoa,GU Guam,MP Northern Mariana Islands,PR Puerto Rico,
    VI Virgin Islands`,
  CA: `AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,
    NT Northwest Territories,NS Nova Scotia,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,
    YT Yukon`,
};

/** Lower case, without accents. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

const CODES = new Map(
  Object.entries(REGIONS).flatMap(([country, list]) =>
    list.split(",").map((entry) => {
      const [code = "", ...name] = entry.trim().split(" ");
      return [`${country} ${plain(name.join(" "))}`, code] as const;
    }),
  ),
);

/**
 * Returns the two-letter code of a state or province, which partners may write as a name. A text that is neither stays
 * as it is: the issuer decides about it.
 */
export function regionCodeOf(countryCode: string, state: string): string {
  return CODES.get(`${countryCode} ${plain(state)}`) ?? state.trim().toUpperCase();
}
