/**
 * What is taken for advertisement where no list is given, in Adblock syntax: names that say so themselves, and
 * the servers that most of it comes from. Short on purpose: a list that hides too much costs more here than one
 * that hides too little, since what is common to all pages is found without it.
 */
export const defaultFilters = `
! Names that mean an advertisement and nothing else.
##.ad-banner
##.ad-box
##.ad-container
##.ad-slot
##.ad-unit
##.ad-wrapper
##.adsbygoogle
##.advert
##.advertisement
##.advertising
##.banner-ad
##.google-ads
##.sponsored-links
##.taboola
##.outbrain
##[id^="div-gpt-ad"]
##[id^="google_ads_"]
##[data-ad-slot]
##[data-ad-client]
##[aria-label="Advertisement"]
##amp-ad
! Consent banners and calls to subscribe.
###onetrust-banner-sdk
###CybotCookiebotDialog
##.cookie-banner
##.cookie-consent
##.cookie-notice
##.newsletter-popup
! Servers of advertisements and of counting pixels.
||doubleclick.net^
||googlesyndication.com^
||googleadservices.com^
||google-analytics.com^
||adnxs.com^
||amazon-adsystem.com^
||criteo.com^
||outbrain.com^
||pubmatic.com^
||quantserve.com^
||rubiconproject.com^
||scorecardresearch.com^
||taboola.com^
`;
