/** The providers of the public catalogue: each must have a file. */
export const CATALOGUE = (
  'aWeber accuLynx activeCampaign acuityScheduling adobe adyen adyenTest aha aircall ' +
  'airtable amplemarket amplitude anthropic apollo asana ashby atlassian attio ' +
  'avoma aws basecamp bentley bigquery bird bitbucket blackbaud blueshift ' +
  'blueshiftEU box braintree braze breakcold breezy brevo bynder calendly ' +
  'callRail campaignMonitor capsule chargeOver chargebee chartMogul chilipiper chorus clari ' +
  'clariCopilot clickup close cloudTalk coda connectWise constantContact copper coupa ' +
  'crunchbase customerDataPipelines customerJourneysApp customerJourneysTrack deel deelSandbox delighted devrev discord ' +
  'discourse dixa docusign docusignDeveloper domo dovetail drift drip dropbox ' +
  'dropboxSign dynamicsBusinessCentral dynamicsCRM emailBison fastSpring fathom figma fireflies flatfile ' +
  'formstack fourFour freshchat freshdesk freshsales freshservice front g2 gainsight ' +
  'geckoboard getResponse github gitlab gladly gladlyQA goTo gong google ' +
  'googleWorkspaceDelegation gorgias granola greenhouse greenhouseJobBoard groove guru gusto gustoDemo ' +
  'happyfox helpScoutMailbox heyreach highLevelStandard highLevelWhiteLabel hightouch hive housecallPro hubspot ' +
  'hunter insightly instagram instantly instantlyAI intercom ironclad ironcladDemo ironcladEU ' +
  'iterable jobber joinMe jotform jump justCall kaseyaVSAX keap kit ' +
  'klaviyo lemlist lever leverSandbox linear linkedIn livestorm loxo mailgun ' +
  'marketo maxio meta microsoft microsoftAdminConsent miro mixmax mixpanel monaco ' +
  'monday mural netsuite netsuiteM2M notion nutshell odoo okta openAI ' +
  'outplay outreach paddle paddleSandbox payPal payPalSandBox phoneBurner pinterest pipedrive ' +
  'pipeliner podium procore procoreSandbox productBoard pylon quickbooks quickbooksSandbox ramp ' +
  'rampDemo rebilly recurly redditAds redtail reply revenueCat ringCentral ringOverEU ' +
  'ringOverUS sageIntacct salesfinity salesflare salesforce salesforceJWT salesforceMarketing salesloft segment ' +
  'seismic sellsy sendGrid serviceNow serviceNowPKCE shopify slack smartlead smartsheet ' +
  'snapchatAds snowflake solarWindsServiceDesk square squareSandbox stackExchange stripe sugarCRM superSend ' +
  'surveyMonkey talkdesk teamleader teamwork timely tipalti typeform vtiger wealthbox ' +
  'webex webflow whereby wordPress workday wrike xero zendeskChat zendeskSupport ' +
  'zoho zoom zoomInfo zuora'
).split(' ');
