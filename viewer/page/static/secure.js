// What browsers allow only over https or on localhost.
export function notifies() {
  return isSecureContext && "Notification" in window;
}
