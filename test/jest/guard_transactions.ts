import { guardTransactions } from '../../lib/db/transaction_guard.ts';

// Runs before each suite. Inside a transaction, awaiting anything except the transaction itself is a bug and makes the
// test fail.
guardTransactions();
