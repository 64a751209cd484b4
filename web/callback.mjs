// The page after a provider's sign-in. It sends a message to the window that opened it; without such a window it goes
// to the app's return URL. The browser delivers the message only to a window of the named origin.
const outcome = JSON.parse(document.getElementById('outcome').textContent);
if (window.opener) {
  for (const origin of outcome.origins) window.opener.postMessage(outcome.message, origin);
  // The connect page closes the window itself, because it shows the next step in the same window.
  if (outcome.closes && window.name !== 'causeway-sign-in') window.close();
} else if (outcome.returnUrl) {
  window.location.replace(outcome.returnUrl);
}
