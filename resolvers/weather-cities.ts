/** The capitals of countries by their code (ISO 3166-1), one after another. */
const table = `AD Andorra la Vella; AE Abu Dhabi; AF Kabul; AG Saint John's; AL Tirana; AM Yerevan; AO Luanda; AR Buenos Aires;
AT Vienna; AU Canberra; AZ Baku; BA Sarajevo; BB Bridgetown; BD Dhaka; BE Brussels; BF Ouagadougou; BG Sofia; BH Manama;
BI Gitega; BJ Porto-Novo; BN Bandar Seri Begawan; BO La Paz; BR Brasilia; BS Nassau; BT Thimphu; BW Gaborone; BY Minsk;
BZ Belmopan; CA Ottawa; CD Kinshasa; CF Bangui; CG Brazzaville; CH Bern; CI Yamoussoukro; CL Santiago; CM Yaounde;
CN Beijing; CO Bogota; CR San Jose; CU Havana; CV Praia; CY Nicosia; CZ Prague; DE Berlin; DJ Djibouti; DK Copenhagen;
DM Roseau; DO Santo Domingo; DZ Algiers; EC Quito; EE Tallinn; EG Cairo; ER Asmara; ES Madrid; ET Addis Ababa; FI Helsinki;
FJ Suva; FR Paris; GA Libreville; GB London; GE Tbilisi; GH Accra; GM Banjul; GN Conakry; GQ Malabo; GR Athens;
GT Guatemala City; GW Bissau; GY Georgetown; HK Hong Kong; HN Tegucigalpa; HR Zagreb; HT Port-au-Prince; HU Budapest;
ID Jakarta; IE Dublin; IL Jerusalem; IN New Delhi; IQ Baghdad; IR Tehran; IS Reykjavik; IT Rome; JM Kingston; JO Amman;
JP Tokyo; KE Nairobi; KG Bishkek; KH Phnom Penh; KM Moroni; KP Pyongyang; KR Seoul; KW Kuwait City; KZ Astana; LA Vientiane;
LB Beirut; LI Vaduz; LK Colombo; LR Monrovia; LS Maseru; LT Vilnius; LU Luxembourg; LV Riga; LY Tripoli; MA Rabat;
MC Monaco; MD Chisinau; ME Podgorica; MG Antananarivo; MK Skopje; ML Bamako; MM Naypyidaw; MN Ulaanbaatar; MO Macau;
MR Nouakchott; MT Valletta; MU Port Louis; MV Male; MW Lilongwe; MX Mexico City; MY Kuala Lumpur; MZ Maputo; NA Windhoek;
NE Niamey; NG Abuja; NI Managua; NL Amsterdam; NO Oslo; NP Kathmandu; NZ Wellington; OM Muscat; PA Panama City; PE Lima;
PG Port Moresby; PH Manila; PK Islamabad; PL Warsaw; PR San Juan; PT Lisbon; PY Asuncion; QA Doha; RO Bucharest; RS Belgrade;
RU Moscow; RW Kigali; SA Riyadh; SC Victoria; SD Khartoum; SE Stockholm; SG Singapore; SI Ljubljana; SK Bratislava;
SL Freetown; SM San Marino; SN Dakar; SO Mogadishu; SR Paramaribo; SS Juba; SV San Salvador; SY Damascus; SZ Mbabane;
TD N'Djamena; TG Lome; TH Bangkok; TJ Dushanbe; TL Dili; TM Ashgabat; TN Tunis; TR Ankara; TT Port of Spain; TW Taipei;
TZ Dodoma; UA Kyiv; UG Kampala; US Washington; UY Montevideo; UZ Tashkent; VE Caracas; VN Hanoi; VU Port Vila; WS Apia;
YE Sanaa; ZA Pretoria; ZM Lusaka; ZW Harare`;

const capitals: ReadonlyMap<string, string> = new Map(
  table.split(/;\s+/).map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
);

/** The capital of a country as weather is asked for it: `Oslo, NO`. Null for an unknown code. */
export function capitalOf(country: string | null): string | null {
  const code = country?.toUpperCase() ?? '';
  const capital = capitals.get(code);
  return capital === undefined ? null : `${capital}, ${code}`;
}
