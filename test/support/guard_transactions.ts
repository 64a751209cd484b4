import { guardTransactions } from '../../lib/db/transaction_guard.ts';

// Before each suite: inside a transaction, awaiting anything but the transaction itself is a bug and makes the test
// fail.
guardTransactions();
