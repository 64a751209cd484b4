// The page after a provider's sign-in: tells the window that opened it, or else goes back to the app. The browser
// delivers the message only to a window of the named origin.
const outcome = JSON.parse(document.getElementById('outcome').textContent);
if (window.opener) {
  for (const origin of outcome.origins) window.opener.postMessage(outcome.message, origin);
  // The connect page closes its window itself: the next step goes there too.
  if (outcome.closes && window.name !== 'causeway-sign-in') window.close();
} else if (outcome.returnUrl) {
  window.location.replace(outcome.returnUrl);
}
