/** An invented person whom every provider's test mode accepts. */
export const samplePerson = (id: string) => ({
  userId: `check-${id}`,
  firstName: "Amara",
  lastName: "Okafor",
  email: `check-${id}@example.com`,
  phoneNumber: "+14155550123",
  street: "510 Townsend Street",
  city: "San Francisco",
  state: "CA",
  postalCode: "94103",
  countryCode: "US",
});
