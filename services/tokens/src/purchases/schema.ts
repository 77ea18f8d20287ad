/** After the ledger's: what was ordered from the payment provider, and every notification that it ever sent. */
export const purchaseTables = [
  `create table checkouts (
    checkout_id uuid primary key,
    user_id uuid not null,
    tokens integer not null,
    price integer not null,
    currency text not null,
    status text not null,
    is_paid boolean not null,
    session_id text unique,
    payment_id text,
    updated_at timestamptz not null default now()
  )`,
  // For the export of what a person has ordered.
  'create index checkouts_user on checkouts (user_id, checkout_id)',
  `create index checkouts_payment on checkouts (payment_id) where payment_id is not null`,
  `create table payment_notifications (
    provider_event_id text primary key,
    type text not null,
    outcome text not null,
    checkout_id uuid,
    session_id text,
    payment_id text,
    sent_at timestamptz not null,
    received_at timestamptz not null default now()
  )`,
];

export const paymentFactTables = [
  // Every payment that was told of a checkout, as ordered or not: a dispute names the payment alone.
  `create table checkout_payments (
    payment_id text primary key,
    checkout_id uuid not null
  )`,
  // Refunds and disputes of payments that no notification has told of yet.
  `create table early_reversals (
    provider_event_id text primary key,
    payment_id text not null,
    about jsonb not null,
    sent_at timestamptz not null
  )`,
  'create index early_reversals_payment on early_reversals (payment_id)',
];
