import { browserFacts, facts } from './facts';

interface LegalSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export interface LegalDocument {
  readonly title: string;
  readonly effective: string;
  readonly summary: string;
  readonly sections: readonly LegalSection[];
}

const effective = 'Effective October 2025';

export const termsOfService: LegalDocument = {
  title: 'Terms of Service',
  effective,
  summary: 'Candid lets adults get honest, kind feedback on their photos. These are the rules that keep it fair.',
  sections: [
    {
      title: 'Who may use Candid',
      paragraphs: [
        `Candid is for adults only: you must be 18 or older. During the closed beta you also need a one-time sign-up code, which belongs to the email address that asked for it and works for ${facts.signupCode}.`,
        'Each person may have one account. Keep your password to yourself; you are responsible for what is done with your account.',
      ],
    },
    {
      title: 'Your photos',
      paragraphs: [
        'Upload only photos of yourself that you have the right to use. Photos of other people, of anyone under 18, or with nudity, violence or hatred are removed, and the account may be closed. The Guidelines list all rules; they are part of these terms.',
        'Your photos stay yours. You let us store them and show them to approved assessors while they are being assessed, up to two of your Profile Planner also as benchmarks beside your other photos, and for nothing else.',
      ],
    },
    {
      title: 'Assessing others',
      paragraphs: [
        'Only approved assessors may rate photos. Rate honestly and comment kindly. Do not copy, save or share the photos you see, and do not try to find out who is in them.',
        `Each photo is rated from ${facts.scores}. Scores and comments are opinions of the people who gave them, not facts about a person.`,
        'Some photos have an obvious answer, to find careless ratings. If yours are careless again and again, a rule warns you, and then pauses your assessing, without a person. You see it under Your assessing and can appeal; a person answers.',
      ],
    },
    {
      title: 'Reports, holds and decisions',
      paragraphs: [
        'Anybody can report content: assessors and owners in the app, everybody else under Feedback, Report content. We do not say who reported something. Reports that are meant to harm break these terms.',
        'Each photo is screened automatically after its upload, before an assessor sees it: for nudity, for photos that were removed before, and for photos of other accounts. Screening removes nothing. It asks a moderator to look, and may together with a report put a photo on hold.',
        `A hold follows from reports and screening by rule, before a person has looked. A photo on hold is not shown to assessors. Its assessment is paused, and its tokens stay reserved until a moderator has decided. A moderator may find no violation, ask for another crop, remove the photo, suspend the account for up to ${facts.suspensionMax}, close the account if a second moderator agrees, or pass on content that may be illegal.`,
        'We send you each decision about you, with the rule and the reasons, in the app and by email. You can appeal once within six months, also while your account is suspended. A moderator who did not take part in the decision answers.',
        'What assessors have rated stays paid. When a decision ends an assessment, its unused tokens go back to its owner.',
        'You can stop seeing a person, and hide your photos from an assessor who rated you. They are not told, and you can undo both in Preferences.',
      ],
    },
    {
      title: 'Tokens',
      paragraphs: [
        `Tokens pay for assessments inside Candid: ${facts.price} tokens for each assessor, for each photo or for a whole profile. They are reserved when an assessment starts. When it ends early, you get back the tokens of the assessors who had not finished.`,
        `Assessors earn tokens for accepted work: ${facts.photoReward} for each photo they rate where a rating is asked for, ${facts.commentReward} for each comment beyond those asked for, and ${facts.commentReward} for each comment on a profile. Of one day, ${facts.assessorDailyCap} tokens are paid at once and the rest on later days; a limit for all assessors together works the same way. Tokens cannot be exchanged for money and cannot be passed on.`,
        'You can use Candid free of charge. While packs of tokens are for sale, Purchase Tokens shows their prices; otherwise they cannot be bought. Payments are not refunded, unless the law says otherwise. If a payment goes back all the same, its tokens are taken back.',
      ],
    },
    {
      title: 'The service',
      paragraphs: [
        'Candid is in beta. We do our best to keep it running and your data safe, but it may be interrupted, change or end. We do not promise any result from using it.',
        'As far as the law allows, our liability to you is capped at 100 pounds/dollars. Nothing here limits liability that cannot be limited by law.',
      ],
    },
    {
      title: 'Ending',
      paragraphs: [
        `You may stop using Candid and have your account deleted at any time; account data is deleted within ${facts.erasure}. We may suspend or close an account that breaks these terms or the Guidelines; its running assessments then end, and their unused tokens go back to its balance. You can appeal against that, too.`,
      ],
    },
    {
      title: 'Law',
      paragraphs: ['English law governs these terms, and the courts of England and Wales decide disputes.'],
    },
  ],
};

export const privacyPolicy: LegalDocument = {
  title: 'Privacy Policy',
  effective,
  summary: 'What Candid knows about you, who sees it, how long it stays, and how you get rid of it.',
  sections: [
    {
      title: 'What we store',
      paragraphs: [
        'Your email address, your password as a one-way hash, your phone number (if you give it), and your country: the one you chose, or until then the one that your network suggests. We also store what you are looking for and your settings.',
        'Under “About you” in Preferences you may tell us your gender, whom you are interested in and the years you were born in. By telling us you agree that we use it to show you people whose profile is for you first, which may be more people than others are asked to assess, and to compute scores for that audience, and for nothing else. You can take it back there at any time.',
        `The photos you upload, without their metadata: location, time and device are removed. We keep the file as you chose it for ${facts.originalKept} at most, so that you can crop it again, and then delete it. Nobody but you is shown anything of it. Ratings and comments given and received, and every movement of your tokens.`,
        `The feedback you send, with the address you leave: we delete it after ${facts.feedback}, and with your account.`,
      ],
    },
    {
      title: 'Who sees your photos',
      paragraphs: [
        'You and the approved assessors who are assessing them. When a photo has been reported, or screening has found something in it, our moderators see it, too; each look is recorded. Only two named roles can open what was passed on as possibly illegal. Photos are served by links that expire after a short time. They are never public and never used to train anything.',
        'Assessors see the photos that you have assessed, the gender and the relationship that you are looking for, and up to two photos of your Profile Planner with their average, to compare with. They see nothing else: not your name, not your email address, not the ages you are looking for. Nobody sees what you tell us under “About you”. You see their ratings and comments, and not who gave them.',
      ],
    },
    {
      title: 'What we use it for',
      paragraphs: [
        'To run Candid: to log you in, to have your photos assessed, to work out scores, to record tokens and to send you emails about your assessments. You can switch off each kind. We sell your data to nobody and show no advertising.',
        'Candid is for adults, 18 or older. Data of anyone younger is deleted as soon as we learn of it.',
      ],
    },
    {
      title: 'How we keep it safe',
      paragraphs: [
        'After an upload, programs on our own servers screen each photo. They compute a fingerprint of the picture and compare it with removed photos and with photos of other accounts, estimate whether it shows nudity, and look for a face. Nothing of this leaves our servers. A finding may put the photo on hold together with a report, and asks a moderator to look; it decides nothing else.',
        'Of faces we keep only whether none, one or several were seen. We keep no biometric data: nothing that could recognise you by your face. The small picture that the crop is proposed from is not stored.',
        'Of a report we keep what was reported, why, when, by whom and in which words. Only moderators see who reported something. Your reports that were right or wrong count for your later ones; that fades with time. Of a notice we keep your name and email address, if you gave them, to answer you, your account, if you have one, and a keyed hash of the network it came from, which tells us whether two notices come from two places.',
        'We keep the list of people you do not want to see, and of assessors you hide from, until you undo it. Nobody else sees it.',
      ],
    },
    {
      title: 'In your browser',
      paragraphs: [
        'A cookie that scripts cannot read keeps you logged in. Another one marks a browser in which you have logged in before, so that strangers who try your password cannot lock you out there. There are no tracking cookies.',
        `The browser's storage holds ${browserFacts.untilLogOut}, until you log out. Until you close the tab: ${browserFacts.untilTabCloses}. After log-out, until you delete your account in this browser or clear its data: ${browserFacts.afterLogOut}. For every account in this browser: ${browserFacts.ofTheBrowser}.`,
        'So that you recognise where you are logged in, we keep for each log-in the kind of browser and system, the rough network it came from, and when it was last used. It is removed when the log-in ends by time, after 90 days at the latest. Under Account, Password and devices, you see these and log any of them out.',
        'If you ask for notifications, the maker of your browser passes them on without being able to read them. They say how many have rated or that results are in, and show no photo, score or name. We keep the address that your browser gave us for that until you log out there.',
        `We count how often each screen is opened, how many visits there are, how many photos are added at once, and first profiles, without knowing by whom: no name, no account, no cookie. Only the sum of each day is stored, for ${facts.analyticsDay}. A browser that asks not to be tracked is not counted.`,
      ],
    },
    {
      title: 'How long it stays',
      paragraphs: [
        `A photo that a moderator removed is kept apart for ${facts.removedPictures}, or until an appeal is decided, and then deleted. We keep its fingerprint: a short code that shows when the same picture is uploaded again, and from which nobody can restore the picture. The text of reports and appeals is deleted ${facts.removedPictures} after the last decision about them. So is the text of a notice, with all that we keep of its sender; without a decision it is deleted ${facts.waitingNotice} after the notice came. A moderator's reasons are deleted when the time for an appeal is over. What we passed on as possibly illegal is kept for as long as the law requires. Decisions stay without text: which rule, what was decided, and when.`,
        `A photo you delete is removed at once, with its ratings, its comments and the file it was cropped from. If an assessor had it open within the last day, its pictures are kept apart for 25 hours, because it can still be reported. If it is on hold or reported, they are kept apart until its case is closed, as above. When your account is deleted, running assessments end, images are removed at once, and your personal data is gone within ${facts.erasure}. The token ledger keeps its entries, without linking them to you.`,
        `Welcome tokens are given once for each mailbox. To know that, we keep a keyed hash of the address you signed up with for ${facts.welcomedMailbox}, also after your account is deleted. Nobody can read the address from it.`,
        `If you try to qualify as an assessor, we keep keyed hashes of your email address and network for ${facts.trial}, so that tries can be limited.`,
        `With each rating you give as an assessor, we keep a keyed hash of the network you sent it from for ${facts.submissionNetwork}. It shows our support accounts that rate one another from one place, and reports by such accounts about one photo count as one. Nobody can read the network from it. Everything else follows only after a person has looked.`,
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        "Under Account, Your data, you download everything that is kept on you, and delete your account. You may also have data corrected and object to its use: write to us through Feedback in the app. A person decides whether a photo is removed and whether an account is suspended or closed. Holds of photos, and warnings and pauses of assessors, follow from rules without a person. You may appeal, and a person answers. You may complain to the Information Commissioner's Office.",
      ],
    },
  ],
};

export const guidelinesTexts = {
  title: 'Guidelines',
  effective: 'Effective October 2025',
  summary: 'People here show their face to strangers. These rules keep it safe and kind.',
  rules: 'The rules',
  targets: {
    title: 'How soon we decide',
    lead: 'A moderator decides each case. These are the times we aim at:',
    reasons: {
      minor: 'Possibly under 18, or sexual abuse of a child',
      illegal: 'Possibly against the law',
      sexual: 'Sexual, hateful or violent content',
      notOwn: "Somebody else's photo, contact details, advertising, screening findings",
      comments: 'Comments, conduct and everything else',
    },
    appeal: 'An appeal',
    within: (time: string) => `within ${time}`,
  },
  sections: [
    {
      title: 'How to report',
      paragraphs: [
        "While you assess, tap the flag on a photo and choose what is wrong. You don't have to rate that photo, and you will not see it again. As an owner, open the menu beside a rating to report its comments or its assessor.",
        'Anybody can report content, even without an account: open Feedback and choose Report content. Only moderators can see who reported it.',
      ],
    },
    {
      title: 'What happens then',
      paragraphs: [
        'A photo with somebody possibly under 18 is put on hold at once. For other reasons it is put on hold when two assessors in good standing report it, or when one report agrees with our automatic screening of uploads.',
        'On hold means: assessors do not see it, its assessment is paused and its tokens stay reserved. The hold follows by rule; what comes next, a moderator decides. The owner is told what happened and why.',
        'A moderator may find no violation, ask for another crop, remove the photo, suspend the account for a time, close the account if a second moderator agrees, or pass on content that may be illegal. Each decision names the rule and the reasons.',
        'What was rated stays paid. The unused tokens of an assessment that a decision ends go back to its owner.',
      ],
    },
    {
      title: 'How to appeal',
      paragraphs: [
        'If a decision is against you, you can appeal once within six months: in the app, or with the link in our email, even while your account is suspended. A different moderator reviews it. If you are right, the decision is undone.',
      ],
    },
    {
      title: 'Careful reports',
      paragraphs: [
        'Reports that turn out right make your later reports count for more, and reports that turn out wrong again and again make them count for less. Both fade with time. Reporting somebody to harm them breaks these rules.',
      ],
    },
  ] satisfies readonly LegalSection[],
  reportContent: 'Report content',
  terms: 'The Terms of Service explain what this means for your account, and the Privacy Policy what we keep.',
};
